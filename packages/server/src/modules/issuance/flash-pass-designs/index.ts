export {
  create as createFlashPassDesign,
  defaults as defaultPassFields,
  designWithWorkflow,
  type PassDesign,
} from './flash-pass-designs.service.ts'
export { filledPass } from './pass-values.ts'
export {
  giveGoogle,
  handToGoogle,
  readySigning,
  readyWallets,
  signForApple,
  signingFor,
} from './signing.ts'
