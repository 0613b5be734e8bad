import { ipListKind } from '../../../pickers/definitions/ip-list-kind.tsx'
import { NewDefinitionPage } from '../../../pickers/definitions/NewDefinition.tsx'

const NewIpListPage = () => <NewDefinitionPage kind={ipListKind} />

export default NewIpListPage
