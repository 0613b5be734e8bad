export const printersPath = '/printers'
export const printerPath = (id: string): string => `${printersPath}/${id}`
