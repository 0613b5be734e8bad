export const databasesPath = '/externaldatabases'
export const databasePath = (id: string): string => `${databasesPath}/${id}`
