/** What the address of Manage Classes says (R21); what is missing has its default. */
export type ManageClassesSearch = { tab?: 'one-time' | undefined } & OneOffSearch;

/** Which one-time sessions are listed: those to come unless others are asked for. */
export type OneOffSearch = { when?: 'past' | undefined; page?: number | undefined };

/** Changes what is shown; what is not named stays. */
export type OnSearch<Search> = (change: Search) => void;
