/** Tests of the sources of brokers. */
@NullMarked
package org.banip.mbu.discovery;

import org.jspecify.annotations.NullMarked;
