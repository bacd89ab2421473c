import fc from 'fast-check';

/**
 * The same cases in every run, so that what passes here passes there: a gate that throws dice stops some for no fault of
 * theirs. SEED=random throws them, and any other SEED is the seed.
 */
const given = process.env.SEED ?? '20';
if (given !== 'random') fc.configureGlobal({ seed: Number(given) });
