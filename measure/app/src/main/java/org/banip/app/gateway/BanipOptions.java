package org.banip.app.gateway;

import java.nio.file.Files;
import java.util.Optional;
import org.banip.gateway.settings.DurableSpool;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** A gateway's side towards devices that speak BANip: a mixin. */
public final class BanipOptions {
    /** The option of the port. */
    public static final String PORT = "--banip-port";

    /** Reads a number of MiB. */
    static final class Mebibytes implements ITypeConverter<Long> {
        @Override
        public Long convert(String value) {
            if (!value.matches("[1-9]\\d{0,5}")) {
                throw new TypeConversionException(
                        "'" + value + "' is not allowed; allowed is a number of MiB from 1 to 999999");
            }
            return Long.parseLong(value) << 20;
        }
    }

    @Option(
            names = PORT,
            paramLabel = "PORT",
            defaultValue = "off",
            converter = DeviceOptions.OptionalPort.class,
            description =
                    "Port for devices that speak BANip, MBUs for which the gateway is a broker; 0 is any free one, off is none. Needs"
                            + " --spool. Default: ${DEFAULT-VALUE}.")
    private int port = -1;

    @Option(
            names = "--banip-store",
            paramLabel = "MIB",
            converter = Mebibytes.class,
            description =
                    "Most MiB that BANip devices may bring while the spools of their BANs are full; then they have to wait. Default: 256.")
    private @Nullable Long bytes;

    /** Whether BANip devices are to be taken. */
    public boolean isOn() {
        return port >= 0;
    }

    /** What to tell a user who starts without a port, and whose directory has a store of BANip devices. */
    public Optional<String> leftBehind(Optional<DurableSpool> spool) {
        return spool.map(DurableSpool::directory)
                .map(BanipSettings::folderIn)
                .filter(Files::exists)
                .map(folder ->
                        folder + " may have packets of BANip devices that are not sent yet; they go on with " + PORT);
    }

    /**
     * How to take BANip devices, if they are to be taken.
     *
     * @throws IllegalArgumentException if an option is missing, or does not fit the others
     */
    public Optional<BanipSettings> settings(DeviceOptions devices, Optional<DurableSpool> spool) {
        if (port < 0) {
            if (bytes != null) {
                throw new IllegalArgumentException("--banip-store needs " + PORT);
            }
            return Optional.empty();
        }
        if (spool.isEmpty()) {
            throw new IllegalArgumentException(
                    PORT
                            + " needs --spool DIR: a BANip device forgets what is acknowledged to it, so the gateway keeps that in the directory");
        }
        if (spool.get().key().isPresent()) {
            throw new IllegalArgumentException(
                    PORT
                            + " does not go together with key= of --spool: what BANip devices send would be in the directory without encryption");
        }
        devices.checkOtherPort(PORT, port);
        return Optional.of(new BanipSettings(
                devices.listening(port),
                devices.devices(),
                devices.grants(),
                spool.get().directory(),
                bytes == null ? 256L << 20 : bytes,
                devices.bans()));
    }
}
