package org.banip.measure.cli;

import org.banip.core.error.BanipException;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A transcoding chain on the command line, checked.
 *
 * @param text as typed
 */
record ChainOption(String text) {
    /** Short packets, so that live is live, and the packets before as dictionary. */
    static final String DEFAULT = "packetizer(hold=200ms)|deflate(context=stream)";

    /**
     * Checks a chain.
     *
     * @throws BanipException {@code INVALID_CHAIN}
     */
    static void check(String chain) {
        TranscodingChain.parse(chain, Transcoders.installed());
    }

    /** Reads it. */
    static final class Converter implements ITypeConverter<ChainOption> {
        @Override
        public ChainOption convert(String value) {
            try {
                check(value);
                return new ChainOption(value);
            } catch (BanipException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
