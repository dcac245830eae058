/**
 * What a component of a transcoding chain implements; providers are found by {@link java.util.ServiceLoader}.
 *
 * <p>Flows in and out: {@link org.banip.core.transcoding.spi.Block}s. One thread at a time per encoder or decoder.
 */
@NullMarked
package org.banip.core.transcoding.spi;

import org.jspecify.annotations.NullMarked;
