/** The library that the app of a mobile base unit embeds. */
@NullMarked
package org.banip.mbu;

import org.jspecify.annotations.NullMarked;
