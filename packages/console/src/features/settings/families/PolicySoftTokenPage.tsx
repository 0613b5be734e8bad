import { useParams } from 'react-router'
import { PolicySubjectPage } from '../../../pickers/policies/PolicySubjectPage.tsx'

/** What a group policy has of its own among these settings. */
const PolicySoftTokenPage = () => (
  <PolicySubjectPage subject="softtokensdk" id={useParams().id ?? ''} />
)

export default PolicySoftTokenPage
