/**
 * The operator's text files, one entry a line, read again when they change.
 *
 * <p>Flows in: a file's lines. Flows out: what they mean, or every problem with its line number. Any thread; whichever asks first
 * after a change reads the file.
 */
@NullMarked
package org.banip.server.file;

import org.jspecify.annotations.NullMarked;
