import Add from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import { cardTypes } from '@signet/card/chip/card-types'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { optionsOf } from '../../../kit/fields.ts'
import { ListPage } from '../../../kit/ListPage.tsx'
import { byName, rowId, rowName } from '../../../kit/named-rows.ts'
import { useTimeColumn } from '../../../kit/time-column.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { newProfilePath, profilePath } from './profile-paths.ts'
import { type Profile, profilesPageQuery } from './profiles.queries.ts'

const rowLink = ({ id, cardType }: Profile): string => profilePath(id, cardType)

const useColumns = () => {
  const text = useText('issuancePortal')
  const { number } = useFormats()
  const timeColumn = useTimeColumn()
  return useMemo(
    () => [
      {
        key: 'name',
        title: text('issuancePortal:smartCards.name'),
        isSortable: true,
        minWidth: 200,
        render: rowName,
      },
      {
        key: 'cardType',
        title: text('issuancePortal:smartCards.cardType'),
        minWidth: 180,
        render: ({ cardType }: Profile) => text(`issuancePortal:smartCards.types.${cardType}`),
      },
      {
        key: 'bits',
        title: text('issuancePortal:smartCards.bits'),
        width: 100,
        render: ({ layout }: Profile) => number(layout.bits),
      },
      {
        key: 'facilityCode',
        title: text('issuancePortal:smartCards.facilityCode'),
        minWidth: 140,
        render: ({ facilityCode }: Profile) => String(facilityCode),
      },
      timeColumn(
        { key: 'modifiedAt', title: text('issuancePortal:smartCards.modifiedAt') },
        ({ modifiedAt }: Profile) => modifiedAt,
      ),
    ],
    [text, timeColumn, number],
  )
}

const AddMenu = () => {
  const text = useText('issuancePortal')
  const navigate = useNavigate()
  const label = text('common:pages.addSmartCardProfile')
  return (
    <ActionMenu
      label={label}
      actions={cardTypes.map((cardType) => ({
        label: text(`issuancePortal:smartCards.types.${cardType}`),
        onSelect: () => void navigate(newProfilePath(cardType)),
      }))}
      renderTrigger={(props) => (
        <Button variant="contained" startIcon={<Add />} {...props}>
          {label}
        </Button>
      )}
    />
  )
}

/** What is written to cards, for each type of card. */
const ProfilesPage = () => {
  const text = useText('issuancePortal')
  const may = useMay()
  const links = may(['SMARTCARDS', 'EDIT']) ? { rowLink } : {}
  const add = may(['SMARTCARDS', 'ADD']) && <AddMenu />
  return (
    <ListPage<Profile>
      title={text('common:pages.smartCardProfiles')}
      query={profilesPageQuery}
      columns={useColumns()}
      sort={byName}
      searchLabel={text('issuancePortal:smartCards.search')}
      filters={[
        {
          key: 'cardType',
          label: text('issuancePortal:smartCards.cardType'),
          options: optionsOf(cardTypes, (value) =>
            text(`issuancePortal:smartCards.types.${value}`),
          ),
        },
      ]}
      {...{ rowId, rowName, ...links }}
      actions={add}
      empty={{
        title: text('issuancePortal:smartCards.empty'),
        text: text('issuancePortal:smartCards.emptyText'),
        actions: add,
      }}
    />
  )
}

export default ProfilesPage
