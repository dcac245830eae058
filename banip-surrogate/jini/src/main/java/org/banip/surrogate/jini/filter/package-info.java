/**
 * The filter of deserialisation that holds for the whole JVM: for what River reads by itself, outside of calls to BANip's objects.
 *
 * <p>Flows in: classes that a stream names. Flows out: allowed, or refused before any of their code runs. The reader's thread.
 */
@NullMarked
package org.banip.surrogate.jini.filter;

import org.jspecify.annotations.NullMarked;
