export const workflowsPath = '/enrollmentdesigns'
export const newWorkflowPath = '/enrollmentdesign/create'
export const workflowPath = (id: string): string => `/enrollmentdesign/edit/${id}`
