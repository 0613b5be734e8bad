export const uploadFileTypes = ['.jpg', '.jpeg', '.png'] as const

/** Upper-case endings pass: cameras write them. What the bytes are is checked where they are read. */
export const isUploadFileName = (name: string): boolean => {
  const lower = name.toLowerCase()
  return uploadFileTypes.some((type) => lower.length > type.length && lower.endsWith(type))
}
