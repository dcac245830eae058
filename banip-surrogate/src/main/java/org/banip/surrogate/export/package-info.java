/**
 * Exports: a stored recording in the files of researchers' tools, CSV and WFDB (docs/store.md, "Exports").
 *
 * <p>Flows in: a {@link org.banip.surrogate.store.StoredRecording}, read once or twice as a stream. Flows out: files that
 * appear complete or not at all. Everything runs on the caller's thread.
 */
@NullMarked
package org.banip.surrogate.export;

import org.jspecify.annotations.NullMarked;
