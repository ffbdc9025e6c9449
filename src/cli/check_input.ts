/** The input of the tool `check_line_item`, as far as the command line fills it in. Amounts are decimal strings in pounds. */
export interface CheckInput {
  context: {
    claimantRoute?: string;
    projectType?: string;
    country?: string;
    taxPoint?: string;
    completionDate?: string;
  };
  item: {
    lineText: string;
    netAmount: string;
    vatCharged: string;
    supplyType: string;
    taxPoint?: string;
    confirmedAnswer?: string;
  };
}
