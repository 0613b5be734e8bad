import { useParams } from 'react-router'
import { DefinitionPage } from '../../../pickers/definitions/DefinitionPage.tsx'
import { ipListKind } from '../../../pickers/definitions/ip-list-kind.tsx'

const IpListPage = () => <DefinitionPage kind={ipListKind} id={useParams().id ?? ''} />

export default IpListPage
