package org.banip.recordings;

import java.util.OptionalInt;

/**
 * Where one channel's samples are: {@code perFrame} in a row in every frame of a file.
 *
 * @param file the file
 * @param firstInFrame samples of a frame before the channel's first
 * @param checksum what the channel's samples must add up to, modulo 2¹⁶, if the file says so
 */
public record SampleColumn(SampleFile file, long firstInFrame, OptionalInt checksum) {}
