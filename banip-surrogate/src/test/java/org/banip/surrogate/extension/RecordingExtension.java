package org.banip.surrogate.extension;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.ExtensionContext;
import org.banip.surrogate.api.HostExtension;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;

/** Writes down what it sees, in the file that the system property {@link #FILE} names. One class, so that it fits a jar easily. */
public final class RecordingExtension implements HostExtension, SurrogateListener {
    /** System property. */
    public static final String FILE = "banip.test.extension";

    /** For the service loader. */
    public RecordingExtension() {}

    private static synchronized void note(String line) {
        try {
            Files.writeString(
                    Path.of(System.getProperty(FILE)),
                    line + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String name() {
        return "recording";
    }

    @Override
    public void start(ExtensionContext context) {
        note("start");
        context.subscribe("recording", 1 << 20, this);
    }

    @Override
    public void appeared(SurrogateDescription surrogate) {
        note("appeared " + surrogate.ban().id());
    }

    @Override
    public void delivered(SensorData data) {
        note("delivered " + data.unitCount());
    }

    @Override
    public void disappeared(SurrogateDescription surrogate, Disappearance reason) {
        note("disappeared " + reason.token());
    }

    @Override
    public void stop() {
        note("stop");
    }
}
