export { composeMail } from './compose.ts'
export { mailText } from './default-templates.ts'
export { emailTemplateRoutes } from './email-templates.routes.ts'
