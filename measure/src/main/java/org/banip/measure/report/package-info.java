/**
 * Makes one page of a folder of results: the thesis's figures beside the measured ones, and all other tables.
 *
 * <p>Flows in: a {@link org.banip.measure.results.ResultsFolder}. Flows out: HTML that needs nothing else. One thread.
 */
@NullMarked
package org.banip.measure.report;

import org.jspecify.annotations.NullMarked;
