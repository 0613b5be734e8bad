export const credentialsPath = '/credentials'
const enrollments = `${credentialsPath}/enrollment`
export const searchPath = (workflowId: string): string => `${enrollments}/search/${workflowId}`
export const newPath = (workflowId: string): string => `${enrollments}/create/${workflowId}`
export const enrollmentPath = (workflowId: string, id: string): string =>
  `${enrollments}/edit/${workflowId}/${id}`

/** In the address of a record: its card is to be printed. */
export const printParameter = 'print'
