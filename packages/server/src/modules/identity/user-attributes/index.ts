export {
  type JudgedValues,
  judgeValues,
  type StoredAttributeValue,
} from './attribute-values.ts'
export { type Definition, definitions } from './definitions.ts'
export { userAttributeRoutes } from './user-attributes.routes.ts'
export { create as createUserAttribute } from './user-attributes.service.ts'
