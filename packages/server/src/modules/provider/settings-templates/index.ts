export { assign as assignTemplate } from './assignments.service.ts'
export { workOnRollout } from './rollout-work.ts'
export { prepare as prepareRollout } from './rollouts.service.ts'
export { create as createTemplate } from './templates.service.ts'
