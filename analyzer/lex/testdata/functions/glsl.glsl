#version 450
layout(location = 0) out vec4 color;
vec4 mixed(vec4 a, float b) { return a * b; }
void main() { if (true) { color = mixed(vec4(1), 2.0); } }
