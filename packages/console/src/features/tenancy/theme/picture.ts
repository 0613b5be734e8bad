import { isUploadFileName } from '@signet/rules/uploads'

/** As text in a request it grows by a third, to what the service takes. */
const mostBytes = 290_000
const mostPixelsASide = 4096

type PictureFault = 'type' | 'size' | 'broken'

const opened = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(file)
  })

const isDrawn = async (url: string): Promise<boolean> => {
  const image = new Image()
  image.src = url
  try {
    await image.decode()
  } catch {
    return false
  }
  return Math.max(image.naturalWidth, image.naturalHeight) <= mostPixelsASide
}

/** A file as a data URL, once the browser could draw it, or what is wrong with it. */
export const pictureOf = async (
  file: File,
): Promise<{ readonly url: string } | { readonly fault: PictureFault }> => {
  const isPicture = isUploadFileName(file.name) && /^image\/(?:png|jpeg)$/.test(file.type)
  if (!isPicture) return { fault: 'type' }
  if (file.size > mostBytes) return { fault: 'size' }
  const url = await opened(file)
  return (await isDrawn(url)) ? { url } : { fault: 'broken' }
}
