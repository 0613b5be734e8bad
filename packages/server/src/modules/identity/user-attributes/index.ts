export {
  type JudgedValues,
  judgeValues,
  matchingOf,
  type StoredAttributeValue,
} from './attribute-values.ts'
export { type Definition, definitions, forgetDefinitions } from './definitions.ts'
export { storedKey } from './stored-key.ts'
export { canBeSubject } from './subjects.ts'
export { create as createUserAttribute, holdDefinition } from './user-attributes.service.ts'
