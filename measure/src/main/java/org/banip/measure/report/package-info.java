/**
 * Makes one page of a folder of results: the thesis's figures with ours beside them, and whatever else was measured.
 *
 * <p>Flows in: a {@link org.banip.measure.results.ResultsFolder}. Flows out: HTML that needs nothing else. One thread.
 */
@NullMarked
package org.banip.measure.report;

import org.jspecify.annotations.NullMarked;
