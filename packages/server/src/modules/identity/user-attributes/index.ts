export {
  type JudgedValues,
  judgeValues,
  matchingOf,
  type StoredAttributeValue,
} from './attribute-values.ts'
export { type Definition, definitions, forgetDefinitions } from './definitions.ts'
export { canBeSubject } from './subjects.ts'
export { userAttributeRoutes } from './user-attributes.routes.ts'
export { create as createUserAttribute, holdDefinition } from './user-attributes.service.ts'
