package org.banip.surrogate.jini.remote;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.banip.core.command.CommandDeclaration;
import org.banip.core.command.CommandsJson;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;

/**
 * The commands that a BAN declares, on the wire.
 *
 * @param json the field {@code commands} of the BAN's registration, in a document of its own, in UTF-8; not copied
 */
@SuppressWarnings("ArrayRecordComponent") // made once, for one caller
public record RemoteCommands(byte[] json) implements Serializable {
    private static final int MOST = 1 << 20;

    /** Checks the length. */
    public RemoteCommands {
        Checks.length("declared commands", json.length, MOST);
    }

    /** These declarations. */
    public static RemoteCommands of(List<CommandDeclaration> declarations) {
        JsonWriter out = new JsonWriter().beginObject();
        CommandsJson.write(out, declarations);
        return new RemoteCommands(out.endObject().toString().getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The declarations.
     *
     * @throws org.banip.core.error.BanipException if they break a rule
     */
    public List<CommandDeclaration> declarations() {
        return CommandsJson.read(JsonObject.parse(new String(json, StandardCharsets.UTF_8)));
    }
}
