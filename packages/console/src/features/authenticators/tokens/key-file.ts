import { base64 } from '../../../pickers/base64.ts'

const bytesOf = (file: File): Promise<ArrayBuffer> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      const { result } = reader
      if (result instanceof ArrayBuffer) resolve(result)
      else reject(new TypeError('the file was not read as bytes'))
    })
    reader.addEventListener('error', () => reject(new Error('the file could not be read')))
    reader.readAsArrayBuffer(file)
  })

/** A key file as it is sent: compressed by gzip, in Base64. */
export const packed = async (file: File): Promise<string> => {
  const gzip = new CompressionStream('gzip')
  const writer = gzip.writable.getWriter()
  const written = Promise.all([writer.write(new Uint8Array(await bytesOf(file))), writer.close()])
  const bytes = await new Response(gzip.readable).arrayBuffer()
  await written
  return base64(new Blob([bytes]))
}
