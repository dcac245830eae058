/**
 * Makes one page from a folder of results: the thesis's figures beside the measured ones, and all other tables.
 *
 * <p>Flows in: a {@link org.banip.measure.results.ResultsFolder}. Flows out: HTML that needs no other files. One thread.
 */
@NullMarked
package org.banip.measure.report;

import org.jspecify.annotations.NullMarked;
