import { NewDefinitionPage } from '../../../pickers/definitions/NewDefinition.tsx'
import { ruleKind } from './rule-kind.tsx'

const NewRulePage = () => <NewDefinitionPage kind={ruleKind} />

export default NewRulePage
