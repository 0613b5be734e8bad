/** The list; kept apart from what is fetched, so that no other page loads a designer’s schema. */
export const designsPath = '/credentialdesigns'
export const designPath = (id: string): string => `${designsPath}/edit/${id}`
export const copyPath = (id: string): string => `${designsPath}/create/${id}`
