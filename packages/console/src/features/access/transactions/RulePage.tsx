import { useParams } from 'react-router'
import { DefinitionPage } from '../../../pickers/definitions/DefinitionPage.tsx'
import { ruleKind } from './rule-kind.tsx'

const RulePage = () => <DefinitionPage kind={ruleKind} id={useParams().id ?? ''} />

export default RulePage
