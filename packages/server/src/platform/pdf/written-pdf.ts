/** The bytes of a document once it is drawn. */
export const writtenPdf = async (
  doc: PDFKit.PDFDocument,
  draw: () => void | Promise<void>,
): Promise<Buffer> => {
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  await draw()
  doc.end()
  await ended
  return Buffer.concat(parts)
}
