package language

// graphicsRows are the languages of shaders.
var graphicsRows = []Row{
	{
		Name: "GLSL", Aliases: "opengl vulkan",
		Imports: `# include *`,
		Keywords: shaderKeywords + ` attribute buffer centroid coherent flat highp in inout invariant layout location lowp
				mediump noperspective out patch precise precision readonly restrict sample shared smooth subroutine varying
				writeonly uniform version extension
				atomic_uint dmat2 dmat3 dmat4 dvec2 dvec3 dvec4 bvec2 bvec3 bvec4 ivec2 ivec3 ivec4 uvec2 uvec3 uvec4 vec2
				vec3 vec4 mat2 mat3 mat4 mat2x2 mat2x3 mat2x4 mat3x2 mat3x3 mat3x4 mat4x2 mat4x3 mat4x4
				sampler1D sampler2D sampler3D samplerCube sampler2DShadow samplerCubeShadow sampler2DArray
				sampler2DRect samplerBuffer isampler2D usampler2D image2D iimage2D uimage2D imageBuffer texture2D
				gl_Position gl_FragCoord gl_FragColor gl_FragData gl_FragDepth gl_Vertex gl_Normal gl_Color gl_TexCoord
				gl_FrontFacing gl_VertexID gl_InstanceID gl_PointSize gl_PointCoord gl_MultiTexCoord0 gl_ModelViewMatrix
				gl_ModelViewProjectionMatrix gl_NormalMatrix gl_GlobalInvocationID gl_LocalInvocationID
				texture texelFetch textureLod textureSize mix clamp step smoothstep fract dFdx dFdy inversesqrt` + shaderFunctions,
		ValueWords:  "true false",
		Operators:   cOperators + " ^^",
		Numbers:     LeadingDot | TrailingDot,
		LineComment: "//", BlockComment: "/* */", NameSplices: true,
		Spans: []Span{str(`"`)}, // in includes of extensions
	},
	{
		Name: "HLSL", ByName: true,
		Imports: `# include *`,
		Keywords: shaderKeywords + ` asm asm_fragment BlendState cbuffer centroid class column_major ComputeShader
				ConsumeStructuredBuffer DepthStencilState DomainShader export extern fxgroup GeometryShader groupshared half
				Hullshader in inline inout interface line lineadj linear LineStream min16float min16int min16uint namespace
				nointerpolation noperspective out packoffset pass pixelfragment PixelShader point PointStream precise
				RasterizerState register row_major sample sampler shared snorm stateblock stateblock_state static string
				SamplerState SamplerComparisonState StructuredBuffer ByteAddressBuffer RWStructuredBuffer RWByteAddressBuffer
				RWTexture1D RWTexture2D RWTexture3D RWBuffer Buffer Texture1D Texture2D Texture3D TextureCube Texture2DArray
				Texture2DMS TextureCubeArray tbuffer technique technique10 technique11 texture triangle triangleadj
				TriangleStream unorm uniform unroll loop branch flatten numthreads vector matrix vertexfragment VertexShader
				dword float1 float2 float3 float4 float2x2 float3x3 float3x4 float4x3 float4x4 half2 half3 half4 int2
				int3 int4 uint2 uint3 uint4 bool2 bool3 bool4 double2 fixed fixed2 fixed3 fixed4 sampler2D samplerCUBE
				SV_Position SV_POSITION SV_Target SV_TARGET SV_Depth SV_VertexID SV_InstanceID SV_DispatchThreadID
				SV_GroupID SV_GroupIndex SV_GroupThreadID POSITION NORMAL TEXCOORD0 TEXCOORD1 TEXCOORD2 COLOR COLOR0 TANGENT
				BINORMAL mul lerp saturate rsqrt frac ddx ddy tex2D tex2Dlod texCUBE clip` + shaderFunctions,
		ValueWords:  "true false",
		Operators:   cOperators + " ::",
		Numbers:     LeadingDot | TrailingDot,
		LineComment: "//", BlockComment: "/* */", NameSplices: true,
		Spans: []Span{str(`"`)},
	},
	{
		Name: "WGSL", Aliases: "webgpu",
		Keywords: `alias break case const const_assert continue continuing default diagnostic discard else enable false fn for
				if let loop override requires return struct switch true var while
				array atomic bool f16 f32 i32 u32 mat2x2 mat2x3 mat2x4 mat3x2 mat3x3 mat3x4 mat4x2 mat4x3 mat4x4 mat2x2f
				mat3x3f mat4x4f vec2 vec3 vec4 vec2f vec3f vec4f vec2i vec3i vec4i vec2u vec3u vec4u ptr sampler
				sampler_comparison texture_1d texture_2d texture_2d_array texture_3d texture_cube texture_depth_2d
				texture_multisampled_2d texture_storage_2d function private workgroup uniform storage read write
				read_write @vertex @fragment @compute @binding @group @location @builtin @workgroup_size @size @align
				@interpolate @invariant @id @const @must_use position vertex_index instance_index frag_depth front_facing
				global_invocation_id local_invocation_id textureSample textureLoad textureStore select mix clamp fract` + shaderFunctions,
		ValueWords:  "true false",
		Operators:   `-> ++ -- << >> <= >= == != && || += -= *= /= %= &= |= ^= <<= >>=`,
		NameLead:    "@",
		Numbers:     LeadingDot | TrailingDot,
		LineComment: "//", NestedComment: "/* */",
	},
}

const (
	// shaderKeywords are the keywords of C that shaders have, and of the preprocessor.
	shaderKeywords = `break case const continue default discard do double else false float for if int return struct switch
		true typedef uint unsigned void volatile while bool
		include define undef ifdef ifndef endif elif pragma defined error`
	// shaderFunctions are functions of all shaders.
	shaderFunctions = ` abs acos all any asin atan ceil cos cross degrees distance dot exp exp2 faceforward floor isinf
		isnan length log log2 max min normalize pow radians reflect refract round sign sin sqrt tan transpose trunc`
)
