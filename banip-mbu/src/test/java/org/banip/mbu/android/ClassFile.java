package org.banip.mbu.android;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The content of a class file that the check needs: its supertypes, and the references of each method. */
final class ClassFile extends ClassVisitor {
    /** The kind of a reference to a class or to one of its members. */
    enum Use {
        /** Names the class. */
        TYPE,
        /** Makes an instance. */
        NEW,
        /** Reads or writes a static field, or calls a static method. */
        STATIC,
        /** Calls exactly this method: a constructor, a private method, or a method of {@code super}. */
        EXACT,
        /** Calls the method that overrides this one. */
        VIRTUAL,
        /** Reads or writes a field of an instance. */
        FIELD
    }

    /**
     * A reference.
     *
     * @param owner internal name of the class
     * @param member name and descriptor of a method, or name, {@code #} and descriptor of a field; empty for the class itself
     */
    record Reference(Use use, String owner, String member) {
        boolean isMethod() {
            return member.indexOf('(') > 0;
        }
    }

    /**
     * A method.
     *
     * @param owner internal name of its class
     * @param signature name and descriptor
     */
    record Method(String owner, String signature, boolean isAbstract, List<Reference> references) {
        @Override
        public String toString() {
            return owner.replace('/', '.') + "." + signature.substring(0, signature.indexOf('('));
        }
    }

    String name = "";
    boolean isAbstract;
    final List<String> supertypes = new ArrayList<>();
    final Map<String, Method> methods = new LinkedHashMap<>();
    final List<String> fields = new ArrayList<>();

    ClassFile() {
        super(Opcodes.ASM9);
    }

    @Override
    public void visit(int version, int access, String name, String signature, String superName, String[] interfaces) {
        this.name = name;
        isAbstract = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE)) != 0;
        if (superName != null) {
            supertypes.add(superName);
        }
        supertypes.addAll(List.of(interfaces));
    }

    @Override
    public org.objectweb.asm.FieldVisitor visitField(
            int access, String field, String descriptor, String signature, Object value) {
        fields.add(field + "#" + descriptor);
        return null;
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String method, String descriptor, String signature, String[] exceptions) {
        List<Reference> references = new ArrayList<>();
        methods.put(
                method + descriptor,
                new Method(name, method + descriptor, (access & Opcodes.ACC_ABSTRACT) != 0, references));
        return new Code(references);
    }

    /** Collects the references in a method's code. */
    private static final class Code extends MethodVisitor {
        private final List<Reference> references;

        Code(List<Reference> references) {
            super(Opcodes.ASM9);
            this.references = references;
        }

        private void type(Use use, String name) {
            Type type = Type.getObjectType(name);
            while (type.getSort() == Type.ARRAY) {
                type = type.getElementType();
            }
            if (type.getSort() == Type.OBJECT) {
                references.add(new Reference(use, type.getInternalName(), ""));
            }
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            type(opcode == Opcodes.NEW ? Use.NEW : Use.TYPE, type);
        }

        @Override
        public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
            if (type != null) {
                type(Use.TYPE, type);
            }
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String field, String descriptor) {
            boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
            references.add(new Reference(isStatic ? Use.STATIC : Use.FIELD, owner, field + "#" + descriptor));
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String method, String descriptor, boolean isInterface) {
            if (owner.startsWith("[")) {
                return; // clone() of an array
            }
            Use use = opcode == Opcodes.INVOKESTATIC
                    ? Use.STATIC
                    : opcode == Opcodes.INVOKESPECIAL ? Use.EXACT : Use.VIRTUAL;
            references.add(new Reference(use, owner, method + descriptor));
        }

        @Override
        public void visitLdcInsn(Object value) {
            if (value instanceof Type type && type.getSort() == Type.OBJECT) {
                type(Use.TYPE, type.getInternalName());
            }
        }

        @Override
        public void visitInvokeDynamicInsn(String method, String descriptor, Handle bootstrap, Object... arguments) {
            for (Object argument : arguments) {
                if (argument instanceof Handle handle) {
                    handle(handle);
                }
            }
        }

        private void handle(Handle handle) {
            Use use = Use.VIRTUAL;
            switch (handle.getTag()) {
                case Opcodes.H_INVOKESTATIC:
                    use = Use.STATIC;
                    break;
                case Opcodes.H_NEWINVOKESPECIAL:
                    type(Use.NEW, handle.getOwner());
                    use = Use.EXACT;
                    break;
                case Opcodes.H_INVOKESPECIAL:
                    use = Use.EXACT;
                    break;
                case Opcodes.H_GETFIELD:
                case Opcodes.H_GETSTATIC:
                case Opcodes.H_PUTFIELD:
                case Opcodes.H_PUTSTATIC:
                    return; // of a record: its accessors have the same references
                default:
                    break;
            }
            references.add(new Reference(use, handle.getOwner(), handle.getName() + handle.getDesc()));
        }
    }
}
