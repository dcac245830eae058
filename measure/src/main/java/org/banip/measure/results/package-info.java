/**
 * Results of measurements: a folder with one table for each experiment, and its environment.
 *
 * <p>Flows in: rows, one by one, as they are measured. Flows out: {@code NAME.jsonl}, {@code NAME.csv} and {@code environment.json}, which
 * the report reads.
 */
@NullMarked
package org.banip.measure.results;

import org.jspecify.annotations.NullMarked;
