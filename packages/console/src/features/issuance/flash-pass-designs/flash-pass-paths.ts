export const passDesignsPath = '/mobileflashpassdesigns'
export const newPassDesignPath = '/mobileflashpassdesigns/add'
export const passDesignPath = (id: string): string => `/mobileflashpassdesigns/edit/${id}`
