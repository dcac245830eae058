/** Vocabulary, wire format and the transcoding SPI of BANip. */
@NullMarked
package org.banip.core;

import org.jspecify.annotations.NullMarked;
