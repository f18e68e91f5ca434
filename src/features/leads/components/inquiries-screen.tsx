import { SegmentedControl } from '@mantine/core';
import { useCallback, useRef, useState } from 'react';

import { errorMessage } from '#client/failure.ts';
import { focusRow } from '#ui/focus-row.ts';
import { Notice } from '#ui/notice.tsx';
import { PageHeader } from '#ui/page-header.tsx';

import type { Inquiry } from '../schema.ts';
import { AddInquiry } from './add-inquiry.tsx';
import { useDeleteInquiry } from './delete-inquiry.ts';
import classes from './inquiries.module.css';
import { InquiryBoard } from './inquiry-board.tsx';
import { InquiryDialogs, type InquiryDialog } from './inquiry-dialogs.tsx';
import type { InquirySearch, OnSearch } from './inquiry-filter.ts';
import { InquiryFilters } from './inquiry-filters.tsx';
import { InquiryList, useInquiries } from './inquiry-list.tsx';
import { statusUnchanged, useStatusChange } from './use-status-change.ts';

type Props = { search: InquirySearch; onSearch: OnSearch };

/** Everything that can be done with one inquiry, handed down to wherever it is shown. */
export type InquiryDoings = {
  onDialog: (dialog: InquiryDialog) => void;
  onDelete: (inquiry: Inquiry) => void;
  onStatus: (inquiry: Inquiry, status: Inquiry['status']) => void;
};

/** Inquiries (spec §2): take one down, find it again, and lead it to a tryout or an enrollment. */
export function InquiriesScreen({ search, onSearch }: Props) {
  const name = useRef<HTMLInputElement>(null);
  const [isAdding, setIsAdding] = useState(() => !window.matchMedia('(max-width: 47.99em)').matches);
  const [dialog, setDialog] = useState<InquiryDialog | null>(null);
  const list = useInquiries(search);
  const { change, failures } = useStatusChange();
  // The same ones each time: a row whose inquiry has not changed is not drawn again.
  const onDelete = useDeleteInquiry();
  const onStatus: InquiryDoings['onStatus'] = useCallback(
    (inquiry, status) => change({ inquiry, status }),
    [change],
  );
  const doings: InquiryDoings = { onDialog: setDialog, onDelete, onStatus };

  const openForm = useCallback(() => {
    setIsAdding(true);
    requestAnimationFrame(() => name.current?.focus());
  }, []);

  function changeDialog(next: InquiryDialog | null) {
    setDialog(next);
    // These were reached through another dialog, which is gone: the row is where it all began.
    if (!next && (dialog?.kind === 'tryout' || dialog?.kind === 'link')) focusRow(dialog.inquiry.id);
  }

  return (
    <>
      <PageHeader
        title="Inquiries"
        subtitle="People who asked about your classes, and what comes next for them."
      />
      <div className={classes.screen}>
        {/* Who finds no inquiry is offered this where they look for one. */}
        {(isAdding || !list.isNone) && <AddInquiry nameRef={name} isOpen={isAdding} onOpen={openForm} />}
        <section className={classes.list} aria-labelledby="current-inquiries">
          <div className={classes.listHead}>
            <h2 id="current-inquiries" className={classes.heading}>
              Current inquiries
            </h2>
            <SegmentedControl
              size="sm"
              aria-label="View"
              data={[
                { value: 'table', label: 'Table' },
                { value: 'board', label: 'By status' },
              ]}
              value={search.view ?? 'table'}
              onChange={(view) => onSearch({ view: view === 'board' ? 'board' : undefined, page: undefined })}
            />
          </div>
          <InquiryFilters search={search} onSearch={onSearch} />
          {failures.map(({ inquiry, error }) => (
            <Notice key={inquiry.id} tone="danger" role="alert" title={statusUnchanged(inquiry)}>
              {errorMessage(error)}
            </Notice>
          ))}
          {search.view === 'board' && !list.isNone ? (
            <InquiryBoard search={search} onSearch={onSearch} doings={doings} />
          ) : (
            <InquiryList list={list} search={search} onSearch={onSearch} doings={doings} onAdd={openForm} />
          )}
        </section>
      </div>
      <InquiryDialogs dialog={dialog} onDialog={changeDialog} />
    </>
  );
}
