/** Enough of an address to recognise one's own: `a***@e***.com`. */
export const mailHint = (address: string): string => {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  const dot = domain.lastIndexOf('.')
  const first = (text: string): string => [...text][0] ?? ''
  const ending = dot > 0 ? domain.slice(dot) : ''
  return `${first(address)}***@${first(domain)}***${ending}`
}
