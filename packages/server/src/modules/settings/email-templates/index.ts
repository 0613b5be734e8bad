export { composeMail } from './compose.ts'
export { mailText } from './default-templates.ts'
