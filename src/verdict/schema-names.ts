// Apart from the schemas, which take a while to load and which whoever writes a report has no need of.

/** The `$schema` of a report, and the `$id` of the schema that is published as docs/schema/report-1.json. */
export const REPORT_SCHEMA = 'urn:counter-probe:schema:report-1';

/** The `$schema` of a comparison, and the `$id` of the schema that is published as docs/schema/comparison-1.json. */
export const COMPARISON_SCHEMA = 'urn:counter-probe:schema:comparison-1';
