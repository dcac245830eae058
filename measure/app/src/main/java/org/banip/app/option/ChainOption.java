package org.banip.app.option;

import org.banip.core.error.BanipException;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.mbu.MobileBaseUnit;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A transcoding chain on the command line, checked.
 *
 * @param text as typed
 */
public record ChainOption(String text) {
    /** The default chain. */
    public static final String DEFAULT = MobileBaseUnit.DEFAULT_CHAIN;

    /**
     * Checks a chain.
     *
     * @throws BanipException {@code INVALID_CHAIN}
     */
    public static void check(String chain) {
        TranscodingChain.parse(chain, Transcoders.installed());
    }

    /** Reads it. */
    public static final class Converter implements ITypeConverter<ChainOption> {
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
