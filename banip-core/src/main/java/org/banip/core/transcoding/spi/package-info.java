/**
 * The interfaces that a component of a transcoding chain implements. {@link java.util.ServiceLoader} finds providers.
 *
 * <p>Flows in and out: {@link org.banip.core.transcoding.spi.Block}s. One thread at a time for each encoder or decoder.
 */
@NullMarked
package org.banip.core.transcoding.spi;

import org.jspecify.annotations.NullMarked;
