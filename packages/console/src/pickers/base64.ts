/** The bytes in Base64, by the browser's own reader: `data:…;base64,` stands before them. */
export const base64 = (part: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result).split(',')[1] ?? ''))
    reader.addEventListener('error', () => reject(new Error('the file could not be read')))
    reader.readAsDataURL(part)
  })
