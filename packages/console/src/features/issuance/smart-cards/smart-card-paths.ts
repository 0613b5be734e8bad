export const cardsPath = '/smartcards'
export const cardPath = (id: string): string => `${cardsPath}/edit/${id}`
