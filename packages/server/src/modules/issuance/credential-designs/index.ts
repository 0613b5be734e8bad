export {
  create as createCredentialDesign,
  designAt,
  designOf as designOfCard,
  read as readCredentialDesign,
} from './credential-designs.service.ts'
export { DrawingFailed, drawForPrinter, drawSvg } from './drawing-thread.ts'
