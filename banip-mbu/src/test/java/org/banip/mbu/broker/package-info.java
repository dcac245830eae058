/** Tests of the choice of a broker. */
@NullMarked
package org.banip.mbu.broker;

import org.jspecify.annotations.NullMarked;
