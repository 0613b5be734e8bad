export const rulesPath = '/rules'
export const rulePath = (id: string): string => `${rulesPath}/edit/${id}`
